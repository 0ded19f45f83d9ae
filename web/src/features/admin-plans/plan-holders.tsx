import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { announcePrice, archivePlan, readPlanHolders } from '@trading-bot/contract/rest/billing/plan-admin'
import type { CallAnswer } from '@trading-bot/contract/rest/call'
import { formatRupees } from '@trading-bot/core/money'
import { useState } from 'react'
import { queryOf } from '../../lib/queries/query-of.ts'
import { HoldersDialog } from './holders-dialog.tsx'

type Held = CallAnswer<typeof readPlanHolders>
type Props = { plan: { readonly id: string; readonly name: string; readonly price: number }; onArchived: () => void }

/** Said where a price is changed: it is for those who buy from now on, unless the holders are told of it. */
export function PlanHolders({ plan, onArchived }: Props) {
  const { data: held } = useQuery(queryOf(readPlanHolders, { id: plan.id }))
  const [open, setOpen] = useState<'price' | 'archive' | null>(null)
  if (held === undefined) return null
  const below = countOf(held, ({ price, next_price }) => price < plan.price && (next_price ?? 0) < plan.price)
  const price = `${formatRupees(plan.price)} a month`
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {held.length === 0
          ? 'Nobody holds this plan now.'
          : `Held now, by monthly price: ${held.map(heldText).join(', ')}. They keep what they paid for; a new price is for those who buy from now on.`}
      </Text>
      <Group gap="xs">
        {below > 0 && (
          <Button size="xs" variant="default" onClick={() => setOpen('price')}>
            {`Announce ${price} to holders`}
          </Button>
        )}
        <Button size="xs" variant="default" onClick={() => setOpen('archive')}>
          Archive plan
        </Button>
      </Group>
      {open === 'price' && (
        <HoldersDialog
          title={`Announce ${price} to holders`}
          note={`Everybody who pays less is mailed. They pay ${price} from their first renewal 30 days after the mail, and can turn renewal off. A mandate is never debited above its maximum. To take it back, lower the price of the plan.`}
          action="Announce price"
          call={announcePrice}
          request={{ id: plan.id, price: plan.price }}
          count={below}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'archive' && (
        <HoldersDialog
          title={`Archive ${plan.name}?`}
          note="The plan leaves every list for good. Nobody can buy or renew it; its holders keep it until its end and are told so now."
          action="Archive plan"
          call={archivePlan}
          request={{ id: plan.id }}
          count={countOf(held, () => true)}
          onClose={() => setOpen(null)}
          onDone={onArchived}
        />
      )}
    </Stack>
  )
}

function heldText({ price, holders, next_price }: Held[number]): string {
  const told = next_price === null ? '' : `, told of ${formatRupees(next_price)}`
  return `${holders} at ${formatRupees(price)}${told}`
}

function countOf(held: Held, isCounted: (each: Held[number]) => boolean): number {
  return held.filter(isCounted).reduce((sum, { holders }) => sum + holders, 0)
}
