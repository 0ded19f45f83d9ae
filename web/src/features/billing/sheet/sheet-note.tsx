import { Text } from '@mantine/core'
import type { SheetVersion } from '@trading-bot/contract/rest/trading/sheets'
import { TextLink } from '../../../ui/controls/text-link.tsx'

/** Beside the confirm button: which version of the bot it accepts, with the way to read it. */
export function SheetNote({ sheet }: { sheet: SheetVersion | undefined }) {
  if (!sheet) return null
  return (
    <Text size="sm" data-testid="sheet-note">
      {wordsOf(sheet)}{' '}
      <TextLink to="/how-it-decides/$kind/$id" params={{ kind: 'sheet', id: sheet.logic_hash }} target="_blank" inherit>
        How it decides
      </TextLink>
    </Text>
  )
}

function wordsOf({ name, version, accepted_at, disclosure }: SheetVersion): string {
  const bot = `${name}, version ${version}`
  if (accepted_at !== null) return `You have accepted how ${bot}, decides.`
  if (disclosure === 'undecided') return `${bot}, trades on paper until its logic is registered.`
  return `With this button you accept how ${bot}, decides.`
}
