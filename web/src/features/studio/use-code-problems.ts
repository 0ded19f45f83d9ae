import { type CodeProblem, readScript } from '@trading-bot/contract/rest/trading/bot-studio'
import type { Source } from '@trading-bot/contract/rest/trading/code-files'
import { useEffect, useState } from 'react'
import { api } from '../../lib/api/api.ts'

const READ_AFTER_MS = 600
const NONE: readonly CodeProblem[] = []

/** What is wrong with the code, read by the server after a pause in typing; nothing of it runs. */
export function useCodeProblems({ code, files }: Source): readonly CodeProblem[] {
  const [problems, setProblems] = useState(NONE)
  useEffect(() => {
    const aborted = new AbortController()
    const timer = window.setTimeout(() => {
      api(readScript, { code, files }, { signal: aborted.signal }).then(
        // Null: nobody had time to read it. What was found before is the best there is.
        (answer) => answer.problems && setProblems(answer.problems),
        () => undefined,
      )
    }, READ_AFTER_MS)
    return () => {
      window.clearTimeout(timer)
      aborted.abort()
    }
  }, [code, files])
  return problems
}
