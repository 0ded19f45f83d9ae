import { expect, test } from 'vitest'
import { CodeFiles, fileNameProblem } from './code-files.ts'

const problemOf = (files: unknown) => CodeFiles.safeParse(files).error?.issues[0]?.message
const file = (name: string) => ({ name, code: 'x = 1' })

test.each(['../evil.py', 'a/b.py', 'two words.py', 'rules.txt', '__init__.py', '1st.py', '.py', ''])(
  'a file cannot be named %s',
  (name) => {
    expect(fileNameProblem(name)).toMatch(/named like a module/)
    expect(problemOf({ entry: 'bot.py', others: [file(name)] })).toMatch(/named like a module/)
  },
)

test.each(['json.py', 'JSON.py', 'bot_runtime.py', 'SmartApi.py', 'pandas.py', 'class.py'])(
  '%s would hide a module of Python, of the platform or of the libraries',
  (name) => expect(problemOf({ entry: 'bot.py', others: [file(name)] })).toMatch(/would hide the module/),
)

test('two files have different names, there are at most twenty, and one alone is no set', () => {
  expect(problemOf({ entry: 'bot.py', others: [file('indicators.py')] })).toBeUndefined()
  expect(problemOf({ entry: 'bot.py', others: [file('Bot.py')] })).toBe('Two files have the same name')
  const many = Array.from({ length: 20 }, (_, at) => file(`part_${at}.py`))
  expect(problemOf({ entry: 'bot.py', others: many })).toBe('At most 20 files')
  expect(problemOf({ entry: 'bot.py', others: [] })).toBe('Name the other files')
  expect(problemOf(null)).toBeUndefined()
})
