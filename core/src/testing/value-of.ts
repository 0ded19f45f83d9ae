import type { Checked } from '../checked.ts'

/** What was accepted; a test that meets a refusal instead fails with its sentence. */
export function valueOf<T>(checked: Checked<T, string>): T {
  if (!checked.ok) throw new Error(checked.refusal.sentence)
  return checked.value
}

/** Where and why something was refused. */
export function refusalOf(checked: Checked<unknown, string>) {
  if (checked.ok) throw new Error('not refused')
  const { code, field, barIndex } = checked.refusal
  return { code, field, barIndex }
}
