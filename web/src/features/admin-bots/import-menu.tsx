import { Button, Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type BotCode, importBotFile, listBotCode, listBotFiles } from '@trading-bot/contract/rest/trading/bot-code'
import { notify } from '../../lib/notifications/notify.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { useCall } from '../../lib/queries/use-call.ts'

/** Imports a Python file shipped with the product as a new bot in testing. */
export function ImportMenu({ onImported }: { onImported: (bot: BotCode) => void }) {
  const files = useQuery(queryOf(listBotFiles, {}))
  const take = useCall(importBotFile, {
    refresh: [listBotCode],
    onDone: (bot) => {
      notify('success', `${bot.filename} imported as ${bot.name}.`)
      onImported(bot)
    },
  })
  return (
    <Menu width={340} position="bottom-end">
      <Menu.Target>
        <Button variant="default" loading={take.isPending}>
          Import File
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {files.data?.map(({ filename }) => (
          <Menu.Item key={filename} onClick={() => take.mutate({ filename })}>
            {filename}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
