import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { anchorOf, readInline, readMarkdown } from './read-markdown.ts'

test('headings, paragraphs, lists and code are told apart', () => {
  const text =
    '# Title\n\nTwo lines\nof words.\n\n- one\n- two\n\n1. first\n\n```python\nx = 1\n\n# no heading\n```\nAfter.'
  expect(readMarkdown(text)).toEqual([
    { kind: 'heading', level: 1, text: 'Title' },
    { kind: 'paragraph', text: 'Two lines of words.' },
    { kind: 'list', isNumbered: false, items: ['one', 'two'] },
    { kind: 'list', isNumbered: true, items: ['first'] },
    { kind: 'code', text: 'x = 1\n\n# no heading' },
    { kind: 'paragraph', text: 'After.' },
  ])
  expect(readInline('Ask `bot.position()` first')).toEqual([
    { text: 'Ask ', isCode: false },
    { text: 'bot.position()', isCode: true },
    { text: ' first', isCode: false },
  ])
  expect(anchorOf('An opening-range breakout with VWAP')).toBe('an-opening-range-breakout-with-vwap')
})

test('the author’s guide has no form that the page cannot show', () => {
  const guide = readFileSync(new URL('../../../../docs/author-guide.md', import.meta.url), 'utf8')
  const blocks = readMarkdown(guide)
  const shown = blocks.flatMap((block) =>
    block.kind === 'list' ? block.items : block.kind === 'code' ? [] : [block.text],
  )
  for (const text of shown) expect(text).not.toMatch(/^\||^>|\*\*|\]\(|^#/)
  expect(blocks.filter(({ kind }) => kind === 'code').length).toBeGreaterThanOrEqual(7)
})
