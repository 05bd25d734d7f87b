a b 5
a c Ã©ÿþÂ›
