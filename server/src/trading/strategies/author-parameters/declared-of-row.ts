import { type AuthorParameter, AuthorParameters } from '@trading-bot/contract/rest/trading/author-parameters'

/** The declaration stored with a version; none where it could not be read. */
export function declaredOf({ parameters }: { readonly parameters: unknown }): AuthorParameter[] {
  return parameters === null ? [] : AuthorParameters.parse(parameters)
}
