import { useEffect, useRef } from 'react'
import { autocompletion, closeBrackets } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { python } from '@codemirror/lang-python'
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language'
import { lintGutter, setDiagnostics } from '@codemirror/lint'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { EditorState, Transaction } from '@codemirror/state'
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { styleNonce } from '../../../lib/style-nonce.ts'
import classes from './python-editor.module.css'
import { pythonColours } from './python-colours.ts'

type Props = {
  label: string
  value: string
  onChange: (code: string) => void
  /** The line with the error, and the error's text. */
  fault: { readonly line: number; readonly text: string } | null
}

/** A Python editor of 20 rows. Tab indents; keyboard users leave it with Escape, then Tab. */
export function PythonEditor({ label, value, onChange, fault }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const onChangeRef = useRef(onChange)
  onChangeRef.current = onChange

  useEffect(() => {
    const made = new EditorView({
      parent: place.current!,
      state: EditorState.create({ doc: value, extensions: extensionsOf(label, (code) => onChangeRef.current(code)) }),
    })
    view.current = made
    return () => made.destroy()
    // Created once: later values arrive through the effect below.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [label])

  useEffect(() => {
    const editor = view.current
    if (!editor || editor.state.doc.toString() === value) return
    const changes = { from: 0, to: editor.state.doc.length, insert: value }
    editor.dispatch({ changes, annotations: Transaction.remote.of(true) })
  }, [value])

  useEffect(() => {
    const editor = view.current
    if (!editor) return
    const line =
      fault && fault.line >= 1 && fault.line <= editor.state.doc.lines ? editor.state.doc.line(fault.line) : null
    const found =
      line && fault ? [{ from: line.from, to: line.to, severity: 'error' as const, message: fault.text }] : []
    editor.dispatch(setDiagnostics(editor.state, found))
    if (line) editor.dispatch({ effects: EditorView.scrollIntoView(line.from, { y: 'center' }) })
  }, [fault])

  return <div ref={place} className={classes['editor']} data-fault-line={fault?.line} />
}

function extensionsOf(label: string, onChange: (code: string) => void) {
  return [
    lineNumbers(),
    history(),
    indentOnInput(),
    indentUnit.of('    '),
    bracketMatching(),
    closeBrackets(),
    autocompletion(),
    highlightActiveLine(),
    highlightSelectionMatches(),
    lintGutter(),
    python(),
    syntaxHighlighting(pythonColours),
    keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap, indentWithTab]),
    EditorView.cspNonce.of(styleNonce()),
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
    EditorView.updateListener.of((update) => {
      const isTyped = !update.transactions.some((each) => each.annotation(Transaction.remote))
      if (update.docChanged && isTyped) onChange(update.state.doc.toString())
    }),
  ]
}
