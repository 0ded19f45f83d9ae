import { Group, Progress, Stack, Text, UnstyledButton } from '@mantine/core'
import type { Today } from '@trading-bot/contract/rest/trading/dashboards'
import { formatRupees } from '@trading-bot/core/money'
import { useState } from 'react'
import { useIsPhone } from '../../../lib/use-is-phone.ts'

type DailyLoss = Today['daily_losses'][number]

// Below this share of the limit the bar warns.
const LITTLE_LEFT = 0.25

type Props = { limits: readonly DailyLoss[] }

/** How much each bot may still lose today, as a bar that empties. */
export function DailyLossLeft({ limits }: Props) {
  const isPhone = useIsPhone()
  if (limits.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No daily loss limit is set.
      </Text>
    )
  }
  if (isPhone && limits.length > 1) return <LeastLeft limits={limits} />
  const [only] = limits
  if (only && limits.length === 1) return <Bar limit={only} title={TITLE} name={TITLE} />
  return <AllLeft limits={limits} />
}

function AllLeft({ limits }: Props) {
  return (
    <Stack gap="xs">
      <Text size="xs" c="dimmed">
        {TITLE}
      </Text>
      {limits.map((limit) => (
        <Bar key={limit.bot_id} limit={limit} title={limit.bot_name} name={`${limit.bot_name}: ${TITLE}`} />
      ))}
    </Stack>
  )
}

/** The bot that is nearest to its limit; a phone shows the others on request, and the page does not move for them. */
function LeastLeft({ limits }: Props) {
  const [isWhole, setWhole] = useState(false)
  const least = limits.toSorted((a, b) => shareLeft(a) - shareLeft(b))[0]
  if (!least) return null
  return (
    <div>
      {isWhole ? <AllLeft limits={limits} /> : <Bar limit={least} title={TITLE} name={`${least.bot_name}: ${TITLE}`} />}
      <Group justify="space-between" gap="xs" wrap="nowrap" mt={6}>
        <Text size="xs" c="dimmed">
          {isWhole ? '' : `${least.bot_name} is nearest to its limit.`}
        </Text>
        <UnstyledButton fz="xs" c="brand" flex="none" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show the nearest only' : `Show all ${limits.length} bots`}
        </UnstyledButton>
      </Group>
    </div>
  )
}

/** A result that is not known yet is as near as can be. */
function shareLeft({ left, limit }: DailyLoss): number {
  return left === null ? -1 : left / limit
}

const TITLE = 'Daily loss limit left'

type BarProps = {
  limit: DailyLoss
  title: string
  /** For those who do not see what the bar stands under. */
  name: string
}

function Bar({ limit: { limit, left, is_reached }, title, name }: BarProps) {
  const share = left === null ? null : left / limit
  return (
    <div>
      <Group justify="space-between" gap="xs" wrap="nowrap" align="baseline" mb={4}>
        <Text size="sm">{title}</Text>
        <Text size="sm" fw={600} data-today="loss-left" style={{ fontVariantNumeric: 'tabular-nums' }}>
          {left === null ? 'Waiting for prices' : formatRupees(left)}
          <Text span inherit fw={400} c="dimmed">{` of ${formatRupees(limit)}`}</Text>
        </Text>
      </Group>
      <Progress
        value={(share ?? 0) * 100}
        size="sm"
        color={share !== null && share < LITTLE_LEFT ? 'yellow' : 'green'}
        aria-label={name}
      />
      {is_reached && (
        <Text size="xs" mt={4} fw={600}>
          Daily loss limit reached. Positions are closed; no new trades in this session.
        </Text>
      )}
    </div>
  )
}
