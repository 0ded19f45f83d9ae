type State = {
  readonly is_ready: boolean
  readonly is_user_participating: boolean
  readonly bot: { readonly status: string } | null
  readonly readiness: readonly { readonly is_ready: boolean }[]
}

/** One sentence that says whether the bot will trade, and why not. */
export function willTrade({ bot, is_ready, is_user_participating, readiness }: State): string {
  const missing = readiness.filter((item) => !item.is_ready).length
  const things = missing === 1 ? 'one thing is missing' : `${missing} things are missing`
  if (!is_user_participating)
    return is_ready ? 'Not yet: everything is in place, start it.' : `Not yet: ${things} before it can start.`
  if (bot?.status === 'paused') return 'No: it is paused. What it holds is still watched and closed.'
  if (bot?.status === 'error') return 'No: it is in error. What it holds is still watched and closed.'
  return is_ready
    ? 'Yes: it trades on its next signal while the market is open.'
    : `It opens nothing new: ${things}. What it holds is still watched and closed.`
}
