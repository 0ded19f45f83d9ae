import { Button, List, Modal, Stack, Text } from '@mantine/core'
import type { CallAnswer } from '@trading-bot/contract/rest/call'
import { stopOwnBots } from '@trading-bot/contract/rest/trading/bots'
import { useCall } from '../../lib/queries/use-call.ts'
import { BOT_QUERIES } from './bot-queries.ts'

export type StopDialogProps = { question: string; onClose: () => void }

export function StopDialog({ question, onClose }: StopDialogProps) {
  const stop = useCall(stopOwnBots, { refresh: BOT_QUERIES })
  const closes = stop.variables?.close_positions === true
  return (
    <Modal opened onClose={onClose} title={stop.isSuccess ? 'Stopped' : 'Stop everything?'}>
      {stop.isSuccess ? (
        <StopResult result={stop.data} onClose={onClose} />
      ) : (
        <Stack gap="sm">
          <Text size="sm">{question} Your bots open nothing more until you start them again.</Text>
          <Button
            size="md"
            variant="default"
            loading={stop.isPending && !closes}
            disabled={stop.isPending && closes}
            onClick={() => stop.mutate({ close_positions: false })}
          >
            Stop, keep positions managed
          </Button>
          <Button
            size="md"
            color="red"
            loading={stop.isPending && closes}
            disabled={stop.isPending && !closes}
            onClick={() => stop.mutate({ close_positions: true })}
          >
            Stop and close positions
          </Button>
          <Text size="xs" c="dimmed">
            Managed positions close at their stop, their target or the square-off. Closing sells or buys back at the
            market price now.
          </Text>
        </Stack>
      )}
    </Modal>
  )
}

function StopResult({ result, onClose }: { result: CallAnswer<typeof stopOwnBots>; onClose: () => void }) {
  return (
    <Stack gap="sm">
      <Text size="sm" component="output">
        {result.message}
      </Text>
      {result.still_open.length > 0 && (
        <List size="sm" aria-label="Still open">
          {result.still_open.map((held) => (
            <List.Item key={held}>{held}</List.Item>
          ))}
        </List>
      )}
      <Button variant="default" onClick={onClose}>
        Done
      </Button>
    </Stack>
  )
}
