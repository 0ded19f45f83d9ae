/**
 * How Node runs the server. One signal to ten thousand accounts makes some fifty megabytes of orders that live a moment:
 * in a young generation of the usual size they are copied several times over, in this one hardly once.
 */
export const SERVER_FLAGS = ['--max-semi-space-size=64']
