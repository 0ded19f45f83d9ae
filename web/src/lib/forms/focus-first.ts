/** Used as a ref: focuses the first input when a part that the user opened appears. */
export function focusFirst(node: HTMLElement | null): void {
  node?.querySelector('input')?.focus()
}
