# SPDX-License-Identifier: MIT
"""Plugin of pytest that prints how often each function of the networkx backend was called."""

import collections
import functools

import hypermatch.networkx as adapter

CALLS = collections.Counter()


def counted(name, function):
    @functools.wraps(function)
    def call(*args, **kwargs):
        CALLS[name] += 1
        return function(*args, **kwargs)

    return staticmethod(call)


for each in adapter._FUNCTIONS:
    setattr(adapter.backend, each.__name__, counted(each.__name__, each))


def pytest_sessionfinish():
    print("\ncalls:", *(f"{name}={count}" for name, count in sorted(CALLS.items())))
