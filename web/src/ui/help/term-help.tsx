import { ActionIcon, Text } from '@mantine/core'
import { type ToggleEvent, useId, useRef, useState } from 'react'
import { UnknownIcon } from '../icons.ts'
import classes from './term-help.module.css'
import { type Definition, TERMS, type TermKey } from './terms.ts'

const MARGIN_PX = 8

/** A small button that explains a term; it opens by click, touch, Enter or Space, and closes with Escape. */
export function TermHelp({ term }: { term: TermKey | Definition }) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const note = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const { name, text } = typeof term === 'string' ? TERMS[term] : term

  /** The browser shows it above everything else; where, is left to us. */
  function place({ newState }: ToggleEvent) {
    if (newState !== 'open' || !button.current || !note.current) return
    const { left, bottom, width } = button.current.getBoundingClientRect()
    const farthest = document.documentElement.clientWidth - note.current.offsetWidth - MARGIN_PX
    const centred = left + width / 2 - note.current.offsetWidth / 2
    note.current.style.left = `${Math.max(MARGIN_PX, Math.min(centred, farthest))}px`
    note.current.style.top = `${bottom + MARGIN_PX}px`
  }

  return (
    <>
      <ActionIcon
        ref={button}
        variant="subtle"
        color="gray"
        size={20}
        radius="xl"
        aria-label={`What is “${name}”?`}
        popoverTarget={id}
        // A press explains the term; it must not also sort the column or open the row.
        onClick={(event) => event.stopPropagation()}
        onBlur={() => note.current?.hidePopover()}
      >
        <UnknownIcon size={13} aria-hidden />
      </ActionIcon>
      <div
        ref={note}
        id={id}
        popover="auto"
        role="note"
        className={classes['note']}
        onBeforeToggle={({ newState }) => setOpen(newState === 'open')}
        onToggle={place}
      >
        {isOpen && (
          <>
            <Text size="sm" fw={600} mb={2} ta="left" tt="none">
              {name}
            </Text>
            <Text size="sm" fw={400} ta="left" tt="none">
              {text}
            </Text>
          </>
        )}
      </div>
    </>
  )
}
