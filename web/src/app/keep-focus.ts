/** Dialogs put the focus back by themselves within this time; what is still lost after it is mended here. */
const WAIT_MS = 100
const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]:not([tabindex="-1"])'
const DIALOG = '[role="dialog"]'

/**
 * Keeps the place of whoever works with the keyboard. A button that disappears or is disabled by what it did takes the
 * focus with it, and the next Tab would begin at the top of the page: instead the focus goes to the control before the
 * dialog, or to the nearest one still there.
 */
export function keepFocus(): void {
  let isKeyboard = false
  let waiting: ReturnType<typeof setTimeout> | undefined
  /** The last focused control of the page with what contains it, innermost first. */
  let path: readonly Element[] = []
  const mend = () => {
    waiting = undefined
    if (isKeyboard && isLost()) nearest(path)?.focus()
  }
  document.addEventListener('pointerdown', () => (isKeyboard = false), true)
  document.addEventListener('keydown', () => (isKeyboard = true), true)
  document.addEventListener(
    'focusin',
    ({ target }) => {
      if (target instanceof Element && !target.closest(DIALOG)) path = withAncestors(target)
    },
    true,
  )
  new MutationObserver(() => {
    if (isKeyboard && waiting === undefined && path.length > 0 && isLost()) waiting = setTimeout(mend, WAIT_MS)
  }).observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
}

function isLost(): boolean {
  const { activeElement, body } = document
  return activeElement === null || activeElement === body || activeElement.matches(':disabled')
}

function withAncestors(element: Element): readonly Element[] {
  const path: Element[] = []
  for (let one: Element | null = element; one && one !== document.body; one = one.parentElement) path.push(one)
  return path
}

/** While a dialog is open the focus stays within it. */
function nearest(path: readonly Element[]): HTMLElement | undefined {
  const dialog = [...document.querySelectorAll(DIALOG)].findLast((one) => one.checkVisibility())
  if (dialog) return firstFocusable(dialog)
  const [last] = path
  if (last instanceof HTMLElement && last.isConnected && last.matches(FOCUSABLE)) return last
  for (const container of path) {
    // Another page has come: it begins like any page, and nothing of it is nearest.
    if (container.querySelector('main')) return undefined
    const found = container.isConnected ? firstFocusable(container) : undefined
    if (found) return found
  }
  return undefined
}

function firstFocusable(container: Element): HTMLElement | undefined {
  return [...container.querySelectorAll<HTMLElement>(FOCUSABLE)].find((one) => one.checkVisibility())
}
