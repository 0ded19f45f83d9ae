import { Group, Progress, Stack, Text } from '@mantine/core'
import type { Today } from '@trading-bot/contract/rest/trading/dashboards'
import { formatRupees } from '@trading-bot/core/money'

type DailyLoss = Today['daily_losses'][number]

// Below this share of the limit the bar warns.
const LITTLE_LEFT = 0.25

/** How much each bot may still lose today, as a bar that empties. */
export function DailyLossLeft({ limits }: { limits: Today['daily_losses'] }) {
  if (limits.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No daily loss limit is set.
      </Text>
    )
  }
  const [only] = limits
  if (only && limits.length === 1) return <Bar limit={only} title={TITLE} name={TITLE} />
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
        color={share !== null && share < LITTLE_LEFT ? 'yellow' : 'brand'}
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
