import { useNavigate, useParams, useRouterState } from '@tanstack/react-router'
import type { SelectedPlan } from '../plans/selected-plan.ts'

export const FLOW_STEPS = ['Payment', 'Trading Credentials', 'Bot Configuration', 'Success'] as const

export type Flow = {
  readonly plan: SelectedPlan
  readonly mode: 'purchase' | 'upgrade' | 'downgrade'
  readonly step: number
  readonly completedSteps: number
  /** Marks this step as completed and goes to the next. */
  readonly advance: () => void
  readonly back: () => void
  /** Goes to the first step that is not completed. */
  readonly resume: () => void
  readonly close: () => void
}

/** The set-up's state from address and history entry; null without a plan, undefined while leaving the page. */
export function useFlow(): Flow | null | undefined {
  const { step: typed }: { step?: string } = useParams({ strict: false })
  const { pathname, state } = useRouterState({ select: ({ location }) => location })
  const { selectedPlan, isUpgrade, isDowngrade, completedSteps = 0 } = state
  const navigate = useNavigate()
  if (!pathname.startsWith('/subscription-flow/')) return undefined
  if (!selectedPlan) return null
  const step = /^[1-4]$/.test(typed ?? '') ? Number(typed) : 1

  function move(to: number, completed: number) {
    const flags = { ...(isUpgrade ? { isUpgrade } : {}), ...(isDowngrade ? { isDowngrade } : {}) }
    void navigate({
      to: '/subscription-flow/$step',
      params: { step: String(to) },
      state: { ...(selectedPlan ? { selectedPlan } : {}), ...flags, completedSteps: completed },
      // Going back must not offer to pay a second time.
      replace: true,
    })
  }

  return {
    plan: selectedPlan,
    mode: isDowngrade ? 'downgrade' : isUpgrade ? 'upgrade' : 'purchase',
    step,
    completedSteps,
    advance: () => move(step + 1, Math.max(completedSteps, step)),
    back: () => move(step - 1, completedSteps),
    resume: () => move(completedSteps + 1, completedSteps),
    close: () => void navigate({ to: '/pricing' }),
  }
}
