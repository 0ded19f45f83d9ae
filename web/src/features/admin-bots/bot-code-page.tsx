import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type BotCode, deleteBotCode, listBotCode } from '@trading-bot/contract/rest/trading/bot-code'
import { useState } from 'react'
import { notify } from '../../lib/notifications/notify.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { ButtonLink } from '../../ui/controls/button-link.tsx'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { AddIcon } from '../../ui/icons.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import type { BotSlots } from './bot-slots.ts'
import { BotModal } from './editor/bot-modal.tsx'
import { BotsTable } from './bots-table.tsx'
import { ImportMenu } from './import-menu.tsx'
import { LoadedBots } from './loaded-bots.tsx'

export function BotCodePage({ slots }: { slots: BotSlots }) {
  const bots = useQuery(queryOf(listBotCode, {}))
  const [edited, setEdited] = useState<BotCode | 'new' | null>(null)
  const [toDelete, setToDelete] = useState<BotCode | null>(null)
  const remove = useCall(deleteBotCode, {
    refresh: [listBotCode],
    onDone: ({ message }) => {
      notify('success', message)
      setToDelete(null)
    },
  })
  const create = (
    <Group gap="xs">
      <ButtonLink to="/admin/guide" variant="default">
        Author’s Guide
      </ButtonLink>
      <ImportMenu onImported={setEdited} />
      <Button leftSection={<AddIcon size={16} />} onClick={() => setEdited('new')}>
        Create New Bot
      </Button>
    </Group>
  )
  return (
    <>
      <PageHeader
        title="Bot Code Management"
        subtitle="The Python of every bot: tested in a sandbox, versioned, checked and deployed."
        actions={create}
      />
      <LoadedBots query={bots} create={create}>
        {(rows) => <BotsTable bots={rows} onEdit={setEdited} onDelete={setToDelete} />}
      </LoadedBots>
      {edited !== null && (
        <BotModal bot={edited === 'new' ? null : edited} slots={slots} onClose={() => setEdited(null)} />
      )}
      <ConfirmDialog
        isOpen={toDelete !== null}
        title={`Delete ${toDelete?.name ?? ''}?`}
        action="Delete bot"
        isSending={remove.isPending}
        onConfirm={() => toDelete && remove.mutate({ id: toDelete.id })}
        onClose={() => setToDelete(null)}
      >
        The bot disappears from every list. Its versions and orders are kept.
      </ConfirmDialog>
    </>
  )
}
