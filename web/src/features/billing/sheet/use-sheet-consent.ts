import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { BotType } from '@trading-bot/contract/rest/billing/plans'
import { acceptSheet, findSheet, type SheetVersion } from '@trading-bot/contract/rest/trading/sheets'
import { api } from '../../../lib/api/api.ts'
import { errorText } from '../../../lib/api/error-text.ts'
import { notify } from '../../../lib/notifications/notify.ts'
import { queryOf } from '../../../lib/queries/query-of.ts'
import type { SelectedPlan } from '../plans/selected-plan.ts'
import { useMySubscription } from '../plans/use-my-subscription.ts'

export type SheetConsent = {
  /** The version whose sheet the confirm button accepts; undefined while it is not known, or where there is none. */
  readonly sheet: SheetVersion | undefined
  /** Records what the screen shows; false when another version is shown now, which the user has to see first. */
  readonly accept: () => Promise<boolean>
}

/**
 * The sheet of the bot that a plan runs. Without one that could be read nothing is accepted, and the purchase goes on:
 * real money asks again.
 */
export function useSheetConsent(plan: SelectedPlan, chosenType?: BotType): SheetConsent {
  const { subscription } = useMySubscription()
  const queries = useQueryClient()
  const type = chosenType ?? subscription?.bot_configuration?.bot_type
  const of = plan.bot_type ? { bot_plan_id: plan.id } : { bot_type: type ?? undefined }
  const { data: sheet } = useQuery({ ...queryOf(findSheet, of), enabled: plan.bot_type !== undefined || !!type })
  return {
    sheet,
    accept: async () => {
      if (!sheet || sheet.accepted_at !== null || sheet.disclosure === 'undecided') return true
      try {
        await api(acceptSheet, { logic_hash: sheet.logic_hash })
        return true
      } catch (failure) {
        notify('error', errorText(failure))
        return false
      } finally {
        await queries.invalidateQueries({ queryKey: [findSheet.path] })
      }
    },
  }
}
