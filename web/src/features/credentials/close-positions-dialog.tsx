import { Button, Group, Modal, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { controlBot, listBots } from '@trading-bot/contract/rest/trading/bots'
import { queryOf } from '../../lib/queries/query-of.ts'
import { useSession } from '../../lib/session/session.ts'
import { useCall } from '../../lib/queries/use-call.ts'

const POLL_MS = 2_000

type Props = { sentence: string; onClose: () => void }

/** Resolves "Close your positions first": stops the bot as on the dashboard and shows the positions still open. */
export function ClosePositionsDialog({ sentence, onClose }: Props) {
  const session = useSession()
  const bots = useQuery({ ...queryOf(listBots, {}), staleTime: 0, refetchInterval: POLL_MS })
  const stop = useCall(controlBot, { refresh: [listBots] })
  // An administrator receives the bots of all users.
  const ownId = session.status === 'signed-in' ? session.user.id : ''
  const exposed = (bots.data?.data ?? []).filter(
    ({ user, mode, open_positions }) => user.id === ownId && mode === 'live' && open_positions > 0,
  )
  const open = exposed.reduce((sum, bot) => sum + bot.open_positions, 0)
  const isDone = bots.isSuccess && open === 0
  const isClosing = stop.isPending || (stop.isSuccess && !isDone)
  return (
    <Modal opened onClose={onClose} title={isDone ? 'Nothing is open any more' : 'Positions are open'}>
      <Text size="sm" aria-live="polite">
        {isDone && 'Every live position is closed. You can change your credentials now.'}
        {!isDone && isClosing && `${open} still open. They are being closed at the market price.`}
        {!isDone && !isClosing && `${sentence} They are closed with these credentials.`}
      </Text>
      {!isDone && !isClosing && (
        <Text size="sm" mt="sm">
          Close now stops your bot and sells or buys back what it holds, at the market price.
        </Text>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {isDone ? 'Go on' : 'Keep as it is'}
        </Button>
        {!isDone && (
          <Button
            color="red"
            loading={isClosing}
            disabled={exposed.length === 0}
            onClick={() => exposed.forEach(({ id }) => stop.mutate({ id, action: 'stop', close_positions: true }))}
          >
            Close now
          </Button>
        )}
      </Group>
    </Modal>
  )
}
