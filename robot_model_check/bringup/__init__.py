"""What the node is made of that knows nothing of ROS."""
