import classes from './state-dot.module.css'

type Props = { is: boolean | undefined; yes: string; no: string }

/** A state in a word with its light; what is not known says so. */
export function StateDot({ is, yes, no }: Props) {
  const state = is === undefined ? 'unknown' : is ? 'yes' : 'no'
  return (
    <span className={classes['state']} data-state={state}>
      {state === 'unknown' ? 'Unknown' : state === 'yes' ? yes : no}
    </span>
  )
}
