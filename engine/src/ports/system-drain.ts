/** Lets every promise that is ready run to its next wait, as virtual time asks for between two timers. */
export function systemDrain(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}
