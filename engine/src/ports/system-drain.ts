/** Lets all ready promises run to their next await, as virtual time needs between two timers. */
export function systemDrain(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}
