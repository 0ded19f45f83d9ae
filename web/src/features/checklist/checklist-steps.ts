import type { CallAnswer } from '@trading-bot/contract/rest/call'
import type { readParticipation } from '@trading-bot/contract/rest/trading/bots'
import type { Readiness } from '@trading-bot/contract/rest/trading/readiness'

type Participation = Pick<CallAnswer<typeof readParticipation>, 'readiness' | 'is_user_participating' | 'mode'>

export type ChecklistStep = {
  readonly title: string
  readonly about: string
  readonly isDone: boolean
  /** Where the step is taken; null where it is taken on this page or takes only patience. */
  readonly fix: Readiness['fix']
}

/** The way to the first trade, judged by the same list as the bot's panel. */
export function checklistSteps({ readiness, is_user_participating, mode }: Participation): readonly ChecklistStep[] {
  const stepOf = (codes: readonly Readiness['code'][], title: string, about: string): ChecklistStep => {
    const items = readiness.filter(({ code }) => codes.includes(code))
    const missing = items.find(({ is_ready }) => !is_ready)
    return { title, about, isDone: items.length > 0 && !missing, fix: missing?.fix ?? null }
  }
  return [
    stepOf(['subscription'], 'Choose a plan', 'Each plan says what its bot trades, how often and within which limits.'),
    stepOf(['configuration', 'capital'], 'Set your capital', 'The bot divides it among its positions.'),
    // Paper needs none, and then nobody asks for them.
    ...(readiness.some(({ code }) => code === 'credentials')
      ? [stepOf(['credentials'], 'Save your broker credentials', 'They are stored encrypted.')]
      : []),
    {
      title: 'Start the bot',
      about:
        mode === 'live'
          ? 'Press Start Bot on this page. It trades with real money, once you have confirmed that.'
          : 'Press Start Bot on this page. It starts on paper, with virtual money.',
      isDone: is_user_participating,
      fix: null,
    },
    {
      title: 'Wait for the first trade',
      about: 'The bot trades on its next signal while the market is open. This list then goes away.',
      isDone: false,
      fix: null,
    },
  ]
}
