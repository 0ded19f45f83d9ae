import { Text } from '@mantine/core'
import type { OpenPosition } from '@trading-bot/contract/rest/trading/bots'
import { formatRupees } from '@trading-bot/core/money'

/** Where the position's stop is, in a few words. */
export function stopWords({ protection, stop_price }: OpenPosition): string {
  const stop = `Stop ${stop_price === null ? '' : formatRupees(stop_price)}`.trim()
  switch (protection.state) {
    case 'at_exchange':
      return `Stop ${formatRupees(protection.stop_at_exchange ?? stop_price ?? 0)} at the exchange`
    case 'being_placed':
      return `${stop}, being placed`
    case 'watched':
      return `${stop}, watched`
    case 'refused':
      return 'Stop refused'
    case 'none':
      return 'No stop'
    case 'closing':
      return 'Closing now'
  }
}

type NoteProps = { protection: OpenPosition['protection']; isShort?: boolean }

/** Where the stop is: at the exchange, where it works without the platform, or why not. */
export function StopNote({ protection: { state, stop_at_exchange, note }, isShort = false }: NoteProps) {
  if (state === 'watched' && isShort) {
    return (
      <Text span size="xs" c="dimmed" title={note}>
        Watched by the platform
      </Text>
    )
  }
  if (stop_at_exchange === null) {
    return (
      <Text span size="xs" c="dimmed">
        {note}
      </Text>
    )
  }
  return (
    <Text span size="sm" fw={500}>
      Stop at the exchange: {formatRupees(stop_at_exchange)}
    </Text>
  )
}
