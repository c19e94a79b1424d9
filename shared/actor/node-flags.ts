/**
 * How a role's process is started. A role makes many short-lived objects a step; with V8's default young
 * generation of 16 MB they are copied again and again, and the loop does two thirds of the steps a second.
 */
export const ROLE_NODE_FLAGS: readonly string[] = ['--max-semi-space-size=32'];
