/** `{name}` in a text is filled from the refusal's values. Texts say what to do next and reveal nothing to attackers. */
export type RefusalEntry = {
  readonly status: 400 | 401 | 403 | 404 | 405 | 408 | 409 | 413 | 415 | 421 | 429 | 503
  readonly text: string
  /** The key of the text in answers of account calls, where their clients expect it. */
  readonly as?: 'non_field_errors'
}
