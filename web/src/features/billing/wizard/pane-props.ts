import type { UseFormReturnType } from '@mantine/form'
import type { SelectedPlan } from '../plans/selected-plan.ts'
import type { WizardValues } from './wizard-values.ts'

export type PaneProps = {
  form: UseFormReturnType<WizardValues>
  plan: SelectedPlan
  /** A bot plan's parameters are the administrator's: shown, not asked. */
  isAdminSet: boolean
}

/** Fields that only the administrator of a bot plan may change. */
export function lockedIf(isAdminSet: boolean) {
  return isAdminSet ? ({ readOnly: true, variant: 'filled' } as const) : {}
}
