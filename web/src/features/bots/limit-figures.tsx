import { Group, Progress, SimpleGrid, Skeleton, Text, Title } from '@mantine/core'
import type { LimitFigure } from '@trading-bot/contract/rest/trading/bot-limits'
import { formatRupees } from '@trading-bot/core/money'
import type { ReactNode } from 'react'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { useLimits } from './bot-queries.ts'

/** The bot's limits, each with what it counts and how much of it is used. */
export function LimitFigures({ botId, tools }: { botId: string; tools?: ReactNode }) {
  const limits = useLimits(botId)
  return (
    <section aria-label="Limits">
      <Group justify="space-between" mb="xs">
        <Title order={3}>Limits</Title>
        <Group gap="xs">{tools}</Group>
      </Group>
      <Loaded query={limits} skeleton={<Skeleton h={72} />}>
        {(all) => (
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="lg" verticalSpacing="md">
            {all
              .filter(({ limit }) => limit !== null)
              .map((limit) => (
                <Limit key={limit.code} limit={limit} />
              ))}
          </SimpleGrid>
        )}
      </Loaded>
    </section>
  )
}

function Limit({ limit }: { limit: LimitFigure }) {
  const share = usedShare(limit)
  return (
    <div>
      <Group justify="space-between" gap="xs" wrap="nowrap" align="baseline">
        <Text size="sm" fw={600}>
          {limit.name}
        </Text>
        <Text size="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
          {limitText(limit)}
        </Text>
      </Group>
      {share !== null && (
        <Progress
          value={share * 100}
          size="xs"
          my={4}
          color={limit.is_reached ? 'yellow' : 'gray'}
          aria-label={`${limit.name}, used`}
        />
      )}
      <Text size="xs" c="dimmed">
        {limit.is_reached && <b>Reached. </b>}
        {limit.is_own && 'Set by you. '}
        {limit.basis}
      </Text>
    </div>
  )
}

const COUNTED: ReadonlySet<LimitFigure['code']> = new Set(['orders', 'open_positions', 'excluded_symbols'])

/** −₹1,240.00 of ₹5,000.00 */
function limitText({ code, limit, figure }: LimitFigure): string {
  if (limit === null) return 'None'
  if (code === 'trailing_stop') return `${limit} %`
  // A limit that was lowered later may be below what was already ordered.
  if (code === 'orders' && figure !== null && figure > limit) return `All ${limit} used`
  const shown = COUNTED.has(code) ? String : formatRupees
  return `${figure === null ? 'Waiting for prices' : shown(figure)} of ${shown(limit)}`
}

/** From 0 to 1; null where nothing runs up to the limit. */
function usedShare({ code, limit, figure }: LimitFigure): number | null {
  if (limit === null || figure === null) return null
  const used = code === 'daily_loss' || code === 'weekly_loss' ? -figure : figure
  return Math.min(Math.max(used / limit, 0), 1)
}
