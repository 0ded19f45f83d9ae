type Pace = { readonly limitMs?: number; readonly everyMs?: number }

/** Waits for a condition, never for a fixed time. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  { limitMs = 180_000, everyMs = 25 }: Pace = {},
): Promise<void> {
  const end = Date.now() + limitMs
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}
