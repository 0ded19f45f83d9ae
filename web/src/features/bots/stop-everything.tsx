import { Button, List, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { CallAnswer } from '@trading-bot/contract/rest/call'
import { listBots, stopOwnBots } from '@trading-bot/contract/rest/trading/bots'
import { useState } from 'react'
import { errorText } from '../../lib/api/error-text.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { BOT_QUERIES } from './bot-queries.ts'

/** One button for a bad day. Hidden while nothing runs and nothing is held. */
export function StopEverything({ isShort = false }: { isShort?: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const list = useQuery(queryOf(listBots, {}))
  const bots = list.data?.data ?? []
  const running = bots.filter(({ is_participating }) => is_participating).length
  const positions = bots.reduce((sum, { open_positions }) => sum + open_positions, 0)
  // While the list cannot be read the button stays: a bot may be running.
  const isIdle = list.isSuccess && running === 0 && positions === 0
  if (list.isPending || (isIdle && !isOpen)) return null
  return (
    <>
      <Button color="red" size={isShort ? 'sm' : 'md'} aria-label="Stop everything" onClick={() => setOpen(true)}>
        {isShort ? 'Stop' : 'Stop everything'}
      </Button>
      {isOpen && (
        <StopDialog
          question={list.isError ? 'Stop all your bots?' : questionOf(running, positions)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

function questionOf(running: number, positions: number): string {
  const bots = running === 0 ? 'No bot is running.' : `${running} bot${running === 1 ? ' is' : 's are'} running.`
  const held =
    positions === 0 ? 'No position is open.' : `${positions} position${positions === 1 ? ' is' : 's are'} open.`
  return `${bots} ${held}`
}

function StopDialog({ question, onClose }: { question: string; onClose: () => void }) {
  const stop = useCall(stopOwnBots, { refresh: BOT_QUERIES, explain: errorText })
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
