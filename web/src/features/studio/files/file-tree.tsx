import { ActionIcon, Badge, Menu, Text, UnstyledButton } from '@mantine/core'
import { allFiles, type Source } from '@trading-bot/contract/rest/trading/code-files'
import type { CodeProblem } from '@trading-bot/contract/rest/trading/bot-studio'
import { useState } from 'react'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { AddIcon, MoreIcon } from '../../../ui/icons.ts'
import { FileNameDialog } from './file-name-dialog.tsx'
import classes from './file-tree.module.css'
import { addFile, deleteFile, entryOf, makeEntry, renameFile } from './source-files.ts'

type Props = {
  source: Source
  active: string
  problems: readonly CodeProblem[]
  onChange: (source: Source) => void
  onOpen: (name: string) => void
}

/** The bot's files: a list beside the editor, or one line above it while there is a single one. */
export function FileTree({ source, active, problems, onChange, onOpen }: Props) {
  const [naming, setNaming] = useState<{ readonly renamed: string | null } | null>(null)
  const [toDelete, setToDelete] = useState<string | null>(null)
  const entry = entryOf(source)
  const files = allFiles(source)
  const remove = (name: string) => {
    onChange(deleteFile(source, name))
    onOpen(entry)
    setToDelete(null)
  }
  return (
    <nav className={classes['tree']} aria-label="Files" data-single={files.length === 1 || undefined}>
      <ul className={classes['list']}>
        {files.map(({ name, code }) => (
          <li key={name} className={classes['file']} data-active={name === active || undefined}>
            <UnstyledButton
              className={classes['name']}
              aria-current={name === active ? 'true' : undefined}
              onClick={() => onOpen(name)}
            >
              <Text size="sm" truncate span>
                {name}
              </Text>
              {name === entry && files.length > 1 && (
                <Text size="xs" c="dimmed" span>
                  Entry point
                </Text>
              )}
            </UnstyledButton>
            <ProblemCount count={problems.filter(({ file }) => (file ?? entry) === name).length} />
            {files.length > 1 && (
              <FileActions
                name={name}
                isEntry={name === entry}
                onRename={() => setNaming({ renamed: name })}
                onEntry={() => onChange(makeEntry(source, name))}
                onDelete={() => (code.trim() === '' ? remove(name) : setToDelete(name))}
              />
            )}
          </li>
        ))}
      </ul>
      <UnstyledButton className={classes['add']} onClick={() => setNaming({ renamed: null })}>
        <AddIcon size={14} /> Add file
      </UnstyledButton>
      {naming && (
        <FileNameDialog
          source={source}
          renamed={naming.renamed}
          onClose={() => setNaming(null)}
          onNamed={(name) => {
            onChange(naming.renamed === null ? addFile(source, name) : renameFile(source, naming.renamed, name))
            onOpen(name)
            setNaming(null)
          }}
        />
      )}
      <ConfirmDialog
        isOpen={toDelete !== null}
        title={`Delete ${toDelete ?? ''}?`}
        action="Delete file"
        isSending={false}
        onConfirm={() => toDelete !== null && remove(toDelete)}
        onClose={() => setToDelete(null)}
      >
        It leaves your draft. Saved versions keep it.
      </ConfirmDialog>
    </nav>
  )
}

function ProblemCount({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <Badge size="xs" color="red" variant="light" aria-label={count === 1 ? '1 problem' : `${count} problems`}>
      {count}
    </Badge>
  )
}

type ActionsProps = {
  name: string
  isEntry: boolean
  onRename: () => void
  onEntry: () => void
  onDelete: () => void
}

function FileActions({ name, isEntry, onRename, onEntry, onDelete }: ActionsProps) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label={`Actions for ${name}`}>
          <MoreIcon size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onRename}>Rename</Menu.Item>
        {!isEntry && <Menu.Item onClick={onEntry}>Make it the entry point</Menu.Item>}
        {!isEntry && (
          <Menu.Item color="red" onClick={onDelete}>
            Delete
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
