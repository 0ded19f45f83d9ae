import type { CodeProblem } from '@trading-bot/contract/rest/trading/bot-studio'
import type { Source } from '@trading-bot/contract/rest/trading/code-files'
import { useMemo, useState } from 'react'
import { PythonEditor } from '../../../ui/code-editor/python-editor.tsx'
import { FileTree } from './file-tree.tsx'
import classes from './source-editor.module.css'
import { entryOf, textOf, withText } from './source-files.ts'

/** A line of a file; null is the entry point. */
export type Place = { readonly line: number; readonly file: string | null }

type Props = {
  source: Source
  onChange: (source: Source) => void
  problems: readonly CodeProblem[]
  /** Where the tested code failed. */
  fault: (Place & { readonly text: string }) | null
  /** A line to show; a new object shows it again. */
  shown: Place | null
}

/** The bot's files and the text of one of them. */
export function SourceEditor({ source, onChange, problems, fault, shown }: Props) {
  const entry = entryOf(source)
  const [opened, setOpened] = useState<string | null>(null)
  const isThere = opened !== null && source.files?.others.some(({ name }) => name === opened)
  const active = isThere ? opened : entry
  const isOf = (place: { readonly file: string | null }) => (place.file ?? entry) === active
  // A line to look at opens its file, once.
  const [seen, setSeen] = useState({ fault, shown })
  if (seen.fault !== fault || seen.shown !== shown) {
    setSeen({ fault, shown })
    const place = seen.shown === shown ? fault : shown
    if (place) setOpened(place.file)
  }
  const own = useMemo(
    () => problems.filter(({ file }) => (file ?? entry) === active),
    // The texts of other files change no problem of this one until they are read again.
    [problems, entry, active],
  )
  return (
    <div className={classes['place']} data-single={source.files === null || undefined}>
      <FileTree source={source} active={active} problems={problems} onChange={onChange} onOpen={setOpened} />
      <div className={classes['text']}>
        <PythonEditor
          label={active === entry ? 'Python code' : `Python code of ${active}`}
          value={textOf(source, active)}
          onChange={(code) => onChange(withText(source, active, code))}
          fault={fault && isOf(fault) ? fault : null}
          problems={own}
          shown={shown && isOf(shown) ? shown : null}
          isTall
        />
      </div>
    </div>
  )
}
