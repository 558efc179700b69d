/** An error the user can fix: shown as its message alone, without a stack. */
export class CliError extends Error {}
