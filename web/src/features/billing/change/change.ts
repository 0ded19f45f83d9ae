import type { SelectedPlan } from '../plans/selected-plan.ts'

export type Change = { readonly plan: SelectedPlan; readonly direction: 'upgrade' | 'downgrade' }
