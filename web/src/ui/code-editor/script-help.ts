// Completion and hover help for what a script may use, from the runtime's docstrings (script-api.json).
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import type { Text } from '@codemirror/state'
import { type EditorView, hoverTooltip, type Tooltip } from '@codemirror/view'
import api from './script-api.json'

type Member = { readonly name: string; readonly kind: string; readonly signature: string; readonly help: string }
type Named = { readonly name: string; readonly signature: string; readonly help: string }
type Help = { readonly title: string; readonly text: string }

const TYPES: Readonly<Record<string, readonly Member[]>> = {
  ...Object.fromEntries(Object.entries(api.types).map(([name, { members }]) => [name, members])),
  ...Object.fromEntries(api.indicators.map(({ name, members }) => [name, members])),
}
const CLASSES = ['SmartConnect', ...api.indicators.map(({ name }) => name)]
const ARGUMENTS: readonly Named[] = (['bot', 'bar', 'fill', 'order'] as const).map((name) => ({
  name,
  signature: name,
  help: api.types[name].help,
}))
const NAMES: readonly Named[] = [
  ...api.callbacks,
  ...api.indicators,
  ...ARGUMENTS,
  { name: 'SmartConnect', signature: 'SmartConnect(api_key)', help: api.types.SmartConnect.help },
]

/** Members after a dot where the type is known, else the names that the runtime adds to Python. */
export function completeScript(context: CompletionContext): CompletionResult | null {
  const dotted = context.matchBefore(/[\w)\]'"]+(?:\(\))?\.\w*$/)
  if (dotted) {
    const owner = dotted.text.slice(0, dotted.text.lastIndexOf('.'))
    const members = membersOf(owner, context.state.doc)
    if (!members) return null
    const from = dotted.from + owner.length + 1
    return { from, options: members.map((member) => option(member, member.kind)), validFor: /^\w*$/ }
  }
  const word = context.matchBefore(/\w+$/)
  if (!word && !context.explicit) return null
  const from = word?.from ?? context.pos
  const isAttribute = context.state.sliceDoc(from - 1, from) === '.'
  return isAttribute ? null : { from, options: NAMES.map((named) => option(named, 'function')), validFor: /^\w*$/ }
}

function option({ name, signature, help }: Named, kind: string): Completion {
  return { label: name, detail: signature.slice(name.length), info: help || signature, type: kind, boost: 1 }
}

function membersOf(owner: string, doc: Text): readonly Member[] | undefined {
  if (owner === 'position()' || owner.endsWith('position()')) return TYPES['position']
  return TYPES[owner] ?? TYPES[classOf(owner, doc) ?? '']
}

/** The class that a name is made of somewhere in the script: `api = SmartConnect(...)`. */
function classOf(name: string, doc: Text): string | undefined {
  if (!/^\w+$/.test(name)) return undefined
  const made = new RegExp(`\\b${name}\\s*(?::[^=\\n]+)?=\\s*(?:\\w+\\.)?(${CLASSES.join('|')})\\(`).exec(doc.toString())
  return made?.[1]
}

export function scriptHover() {
  return hoverTooltip((view, at) => tooltipAt(view, at))
}

function tooltipAt(view: EditorView, at: number): Tooltip | null {
  const line = view.state.doc.lineAt(at)
  const before = /[\w.()]*$/.exec(line.text.slice(0, at - line.from))?.[0] ?? ''
  const after = /^\w*/.exec(line.text.slice(at - line.from))?.[0] ?? ''
  const whole = before + after
  const name = /\w+$/.exec(whole)?.[0]
  if (!name) return null
  const help = helpFor(whole, name, view.state.doc)
  if (!help) return null
  const end = at + after.length
  return { pos: end - name.length, end, above: true, create: () => ({ dom: drawHelp(help) }) }
}

function helpFor(whole: string, name: string, doc: Text): Help | null {
  const owner = whole.slice(0, -name.length)
  if (!owner.endsWith('.')) {
    const named = NAMES.find((each) => each.name === name)
    return named ? { title: named.signature, text: named.help } : null
  }
  const last = /(\w+(?:\(\))?)\.$/.exec(owner)?.[1] ?? ''
  const member = membersOf(last, doc)?.find((each) => each.name === name)
  return member ? { title: `${last}.${member.signature}`, text: member.help } : null
}

function drawHelp({ title, text }: Help): HTMLElement {
  const box = document.createElement('div')
  box.className = 'cm-script-help'
  const heading = box.appendChild(document.createElement('code'))
  heading.textContent = title
  const body = box.appendChild(document.createElement('div'))
  body.textContent = text
  return box
}
