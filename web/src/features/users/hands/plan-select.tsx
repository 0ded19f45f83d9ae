import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listBotPlans } from '@trading-bot/contract/rest/billing/plans'
import { listRegularPlans } from '@trading-bot/contract/rest/billing/regular-plans'
import { formatRupees } from '@trading-bot/core/money'
import { queryOf } from '../../../lib/queries/query-of.ts'

/** A plan as the calls take it: regular, or for a bot. */
export type PlanChoice = { plan_id?: string; bot_plan_id?: string }

type Props = {
  value: string | null
  /** The plan that is held already. */
  except?: string | undefined
  error?: string | undefined
  onChoose: (id: string | null, choice: PlanChoice) => void
}

/** The plans on offer. */
export function PlanSelect({ value, except, error, onChoose }: Props) {
  const regular = useQuery(queryOf(listRegularPlans, {}))
  const forBots = useQuery(queryOf(listBotPlans, {}))
  const bots = (forBots.data ?? []).filter(({ is_active }) => is_active)
  const others = (regular.data ?? []).filter(({ is_active }) => is_active)
  const option = ({ id, name, price }: { id: string; name: string; price: number }) => ({
    value: id,
    label: `${name}, ${formatRupees(price)} a month`,
  })
  const groups = [
    { group: 'Bot plans', items: bots.map(option).filter((each) => each.value !== except) },
    { group: 'Regular plans', items: others.map(option).filter((each) => each.value !== except) },
  ]
  return (
    <Select
      label="Plan"
      placeholder="Choose a plan"
      data={groups}
      value={value}
      error={error}
      onChange={(id) =>
        onChoose(id, id === null ? {} : bots.some((bot) => bot.id === id) ? { bot_plan_id: id } : { plan_id: id })
      }
    />
  )
}
