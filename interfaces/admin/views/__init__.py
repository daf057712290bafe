"""What views share: permissions, actions outside the scope, answers."""
