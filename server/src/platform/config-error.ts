/** The server cannot start; the message is the sentence that the operator reads. */
export class ConfigError extends Error {}
