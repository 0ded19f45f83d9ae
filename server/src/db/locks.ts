/** Numbers of advisory locks; any will do, as long as each has its own. */
export const ENGINE_LOCK = 727_002
