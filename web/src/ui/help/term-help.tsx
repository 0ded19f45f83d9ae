import { ActionIcon, Popover, Text } from '@mantine/core'
import { UnknownIcon } from '../icons.ts'
import { TERMS, type TermKey } from './terms.ts'

/** A small button that explains a term; it opens by click, touch, Enter or Space, and closes with Escape. */
export function TermHelp({ term }: { term: TermKey }) {
  const { name, text } = TERMS[term]
  return (
    <Popover width={260} position="bottom" shadow="md" withArrow trapFocus={false} returnFocus>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={20}
          radius="xl"
          aria-label={`What is “${name}”?`}
          // A press explains the term; it must not also sort the column or open the row.
          onClick={(event) => event.stopPropagation()}
        >
          <UnknownIcon size={13} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="sm" fw={600} mb={2}>
          {name}
        </Text>
        <Text size="sm" fw={400} ta="left" tt="none" style={{ whiteSpace: 'normal' }}>
          {text}
        </Text>
      </Popover.Dropdown>
    </Popover>
  )
}
