HANDLERS = {}


def handles(kind):
    def register(function):
        HANDLERS[kind] = function
        return function

    return register


def handler_of(kind):
    return HANDLERS[kind]
