import type { AuthorParameter, AuthorValues } from '@trading-bot/contract/rest/trading/author-parameters'
import type { ReactNode } from 'react'

export type ParameterFieldsProps = {
  readonly parameters: readonly AuthorParameter[]
  readonly values: AuthorValues
  readonly onChange: (values: AuthorValues) => void
  readonly errors?: Readonly<Record<string, ReactNode>>
}

/** What other features show on the screens of bots. */
export type BotSlots = {
  readonly parameterFields: (props: ParameterFieldsProps) => ReactNode
  readonly liveOutput: (botId: string) => ReactNode
}

/** The errors of a form's `author_parameters`, by the name of the parameter. */
export function parameterErrors(errors: Readonly<Record<string, ReactNode>>): Record<string, ReactNode> {
  const prefix = 'author_parameters.'
  const own = Object.entries(errors).filter(([path]) => path.startsWith(prefix))
  return Object.fromEntries(own.map(([path, error]) => [path.slice(prefix.length), error]))
}
