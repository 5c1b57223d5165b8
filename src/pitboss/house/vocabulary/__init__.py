"""What a game file may say: its text in, a definition out, or every mistake with its line and the fix."""
