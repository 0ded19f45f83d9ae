import { ActionIcon, Popover, Text } from '@mantine/core'
import { useState } from 'react'
import { UnknownIcon } from '../icons.ts'
import { TERMS, type TermKey } from './terms.ts'

/** A small button that explains a term; it opens by click, touch, Enter or Space, and closes with Escape. */
export function TermHelp({ term }: { term: TermKey }) {
  const [isOpen, setOpen] = useState(false)
  const { name, text } = TERMS[term]
  return (
    <Popover opened={isOpen} onChange={setOpen} width={260} position="bottom" shadow="md" withArrow>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={20}
          radius="xl"
          aria-label={`What is “${name}”?`}
          // A press explains the term; it must not also sort the column or open the row.
          onClick={(event) => {
            event.stopPropagation()
            setOpen(!isOpen)
          }}
          // The focus stays on the button, so that the page goes on where it was.
          onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
          onBlur={() => setOpen(false)}
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
