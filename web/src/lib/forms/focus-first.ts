/** As a ref: the first input inside takes the focus when it appears, because the user asked for it. */
export function focusFirst(node: HTMLElement | null): void {
  node?.querySelector('input')?.focus()
}
