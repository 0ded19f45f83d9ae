import type { UseFormReturnType } from '@mantine/form'
import type { SelectedPlan } from '../plans/selected-plan.ts'
import type { WizardValues } from './wizard-values.ts'

export type PaneProps = {
  form: UseFormReturnType<WizardValues>
  plan: SelectedPlan
  /** The parameters of a bot plan are the administrator's: shown read-only. */
  isAdminSet: boolean
}

/** Fields that only the administrator of a bot plan may change. */
export function lockedIf(isAdminSet: boolean) {
  return isAdminSet ? ({ readOnly: true, variant: 'filled' } as const) : {}
}
