type Closing = readonly { readonly open_positions: number }[]

/** Text about the open positions of an ended plan. */
export function closingText(closing: Closing, hasNewPlan: boolean): string {
  const count = closing.reduce((sum, { open_positions }) => sum + open_positions, 0)
  const positions = `${count} open ${count === 1 ? 'position' : 'positions'}`
  const verb = count === 1 ? 'is' : 'are'
  return hasNewPlan
    ? `${positions} of your former plan ${verb} being closed.`
    : `Plan ended. ${positions} ${verb} being closed.`
}
