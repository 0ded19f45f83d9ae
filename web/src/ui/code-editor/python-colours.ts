import { HighlightStyle } from '@codemirror/language'
import { tags } from '@lezer/highlight'

/** Colours as variables, so that the editor follows the theme; both sets pass AA on their surface. */
export const pythonColours = HighlightStyle.define([
  { tag: [tags.keyword, tags.controlKeyword, tags.operatorKeyword], color: 'var(--py-keyword)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--py-string)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--py-number)' },
  { tag: [tags.comment, tags.docString], color: 'var(--py-comment)', fontStyle: 'italic' },
  {
    tag: [tags.function(tags.definition(tags.variableName)), tags.definition(tags.className)],
    color: 'var(--py-name)',
  },
  { tag: tags.self, color: 'var(--py-keyword)' },
])
