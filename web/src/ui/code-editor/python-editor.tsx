import { useEffect, useRef } from 'react'
import { autocompletion, closeBrackets } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { python, pythonLanguage } from '@codemirror/lang-python'
import { bracketMatching, foldGutter, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language'
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { EditorState, type Text, Transaction } from '@codemirror/state'
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import type { CodeProblem } from '@trading-bot/contract/rest/trading/bot-studio'
import { styleNonce } from '../../lib/style-nonce.ts'
import classes from './python-editor.module.css'
import { pythonColours } from './python-colours.ts'
import { completeScript, scriptHover } from './script-help.ts'

type Fault = { readonly line: number; readonly text: string }

type Props = {
  label: string
  value: string
  onChange: (code: string) => void
  /** The line with the error, and the error's text. */
  fault: Fault | null
  /** What is wrong with the code as it is typed. */
  problems?: readonly CodeProblem[]
  /** Fills the height of its place instead of 20 rows. */
  isTall?: boolean
  /** A line to show; a new object shows it again. */
  shown?: { readonly line: number } | null
  /** Ctrl or Cmd with S, and with Enter. */
  onSave?: () => void
  onTest?: () => void
}

/** A Python editor. Tab indents; keyboard users leave it with Escape, then Tab. */
export function PythonEditor({ label, value, onChange, fault, problems, isTall, shown, onSave, onTest }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  // Of texts that were shown before, so that their undo and cursor come back with them.
  const states = useRef(new Map<string, EditorState>())
  const actions = useRef({ onChange, onSave, onTest })
  actions.current = { onChange, onSave, onTest }

  useEffect(() => {
    const before = states.current
    const kept = before.get(label)
    const state =
      kept?.doc.toString() === value
        ? kept
        : EditorState.create({ doc: value, extensions: extensionsOf(label, actions) })
    const made = new EditorView({ parent: place.current!, state })
    view.current = made
    return () => {
      before.set(label, made.state)
      made.destroy()
    }
    // Created once for each label: later values arrive through the effect below.
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
    const { doc } = editor.state
    const found = [...(problems ?? []).flatMap((problem) => diagnosticOf(problem, doc)), ...faultDiagnostic(fault, doc)]
    editor.dispatch(setDiagnostics(editor.state, found))
  }, [fault, problems])

  useEffect(() => {
    if (fault) scrollTo(view.current, fault.line)
  }, [fault])

  useEffect(() => {
    if (!shown) return
    scrollTo(view.current, shown.line)
    view.current?.focus()
  }, [shown])

  return (
    <div
      ref={place}
      className={classes['editor']}
      data-tall={isTall || undefined}
      data-fault-line={fault?.line}
      data-problems={problems?.length}
    />
  )
}

/** Shows the line and puts the cursor there. */
function scrollTo(editor: EditorView | null, number: number): void {
  if (!editor || number < 1 || number > editor.state.doc.lines) return
  const { from } = editor.state.doc.line(number)
  editor.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) })
}

function faultDiagnostic(fault: Fault | null, doc: Text) {
  if (!fault || fault.line < 1 || fault.line > doc.lines) return []
  const { from, to } = doc.line(fault.line)
  return [{ from, to, severity: 'error' as const, message: fault.text }]
}

/** The code may have become shorter since it was read. */
function diagnosticOf({ line, column, end_column, severity, text }: CodeProblem, doc: Text) {
  const at = doc.line(Math.min(Math.max(line ?? 1, 1), doc.lines))
  const from = Math.min(at.from + (line === null ? 0 : column), at.to)
  const to = end_column === null ? at.to : Math.min(at.from + end_column, at.to)
  return [{ from, to: Math.max(from, to), severity, message: text }]
}

type Actions = {
  readonly current: {
    readonly onChange: (code: string) => void
    readonly onSave: (() => void) | undefined
    readonly onTest: (() => void) | undefined
  }
}

function extensionsOf(label: string, actions: Actions) {
  const act = (name: 'onSave' | 'onTest') => () => {
    const action = actions.current[name]
    action?.()
    return action !== undefined
  }
  return [
    lineNumbers(),
    foldGutter(),
    history(),
    indentOnInput(),
    indentUnit.of('    '),
    bracketMatching(),
    closeBrackets(),
    autocompletion(),
    highlightActiveLine(),
    highlightSelectionMatches(),
    lintGutter(),
    search({ top: true }),
    python(),
    pythonLanguage.data.of({ autocomplete: completeScript }),
    scriptHover(),
    syntaxHighlighting(pythonColours),
    keymap.of([
      { key: 'Mod-s', run: act('onSave'), preventDefault: true },
      { key: 'Mod-Enter', run: act('onTest') },
      ...defaultKeymap,
      ...historyKeymap,
      ...searchKeymap,
      ...lintKeymap,
      indentWithTab,
    ]),
    EditorView.cspNonce.of(styleNonce()),
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
    EditorView.updateListener.of((update) => {
      const isTyped = !update.transactions.some((each) => each.annotation(Transaction.remote))
      if (update.docChanged && isTyped) actions.current.onChange(update.state.doc.toString())
    }),
  ]
}
