import { Drawer, Group, Stack, Text, Title } from '@mantine/core'
import type { OpenPosition } from '@trading-bot/contract/rest/trading/bots'
import { formatNumber } from '@trading-bot/core/format-number'
import { formatRupees } from '@trading-bot/core/money'
import type { ReactNode } from 'react'
import { formatDateTime } from '../../lib/format.ts'
import { Facts } from '../../ui/figures/facts.tsx'
import { Profit } from '../../ui/figures/profit.tsx'
import { ClosePosition } from './close-positions.tsx'
import { priceText } from './price-text.ts'
import { StopNote } from './stop-state.tsx'

export type PositionDrawerProps = {
  position: OpenPosition
  botName: string
  /** It was open when its drawer was opened and is not any more. */
  isClosed: boolean
  /** The symbol's price chart with entry, stop and target, above the figures. */
  renderChart: ((position: OpenPosition) => ReactNode) | undefined
  onClose: () => void
}

/** One open position with its figures, its stop's state and its close button. */
export function PositionDrawer({ position, botName, isClosed, renderChart, onClose }: PositionDrawerProps) {
  const { symbol, side, quantity, average_price } = position
  return (
    <Drawer opened onClose={onClose} position="right" size="lg" title="Position">
      <Stack gap="lg">
        <Group justify="space-between" align="flex-start">
          <div>
            <Title order={2}>{symbol}</Title>
            <Text size="sm" c="dimmed">
              {`${side === 'LONG' ? 'Long' : 'Short'} ${formatNumber(quantity)} at ${formatRupees(average_price)}`}
            </Text>
          </div>
          {isClosed ? <Text size="sm">This position is closed.</Text> : <ClosePosition position={position} size="md" />}
        </Group>
        {renderChart?.(position)}
        <Facts items={factsOf(position, botName)} />
        <Text size="xs" c="dimmed">
          Unrealised P&L is at the last price and before charges. Times are India time.
        </Text>
      </Stack>
    </Drawer>
  )
}

function factsOf(position: OpenPosition, botName: string) {
  const { last_price, unrealised_pnl, stop_price, target_price, protection, opened_at } = position
  return [
    ['Unrealised P&L', <Profit key="pnl" amount={unrealised_pnl} />],
    ['Last price', priceText(last_price)],
    ['Average price', priceText(position.average_price)],
    ['Quantity', formatNumber(position.quantity)],
    ['Stop', priceText(stop_price)],
    ['Where the stop is', <StopNote key="stop" protection={protection} />],
    ['Target', priceText(target_price)],
    ['Opened', formatDateTime(opened_at)],
    ['Bot', botName],
  ] as const
}
