import { Code, Collapse, SimpleGrid, UnstyledButton } from '@mantine/core'
import { useId, useState } from 'react'
import classes from './change-details.module.css'

type Props = { before: unknown; after: unknown }

/** The values before and after a change, from the audit log. */
export function ChangeDetails({ before, after }: Props) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const parts = [
    ['before', before],
    ['after', after],
  ].filter(([, value]) => value !== null && value !== undefined)
  if (parts.length === 0) return null
  return (
    <>
      <UnstyledButton
        className={classes['toggle']}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Hide what changed' : 'What changed'}
      </UnstyledButton>
      <Collapse expanded={isOpen} id={id}>
        <SimpleGrid cols={{ base: 1, sm: parts.length }} spacing="xs" mt={4}>
          {parts.map(([title, value]) => (
            <Code block key={String(title)}>{`${String(title)} ${JSON.stringify(value, null, 2)}`}</Code>
          ))}
        </SimpleGrid>
      </Collapse>
    </>
  )
}
